import type { Command } from '../command.ts'

/** `gatehouse account create` */
export const accountCreate: Command = {
  name: 'account create',
  summary: 'makes an account, in an organization that exists or in a new one',
  details: [
    'Needs the settings of the gateway, which may be running. The password is generated and',
    'printed once, unless it comes from standard input: others could see a parameter.',
    'Only this command makes a super_admin, who may act in every organization.',
  ],
  options: {
    organization: { summary: 'its id; for a new one its name', value: 'ID', required: true },
    'new-organization': { summary: 'makes the organization, called so', value: 'NAME' },
    username: { summary: 'unique over all organizations', value: 'NAME', required: true },
    email: { summary: 'where mail goes', value: 'ADDRESS', required: true },
    confirmed: { summary: "the address is known to be the person's" },
    'first-name': { summary: 'as it is shown', value: 'NAME', required: true },
    'last-name': { summary: 'as it is shown', value: 'NAME', required: true },
    role: { summary: 'user, company_admin or super_admin; user unless given', value: 'ROLE' },
    'password-stdin': { summary: 'reads the password from standard input' },
  },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}

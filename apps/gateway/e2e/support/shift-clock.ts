// Loaded before the gateway: a process whose clock is wrong by CLOCK_SHIFT_MS milliseconds.
const shift = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = Date
const now = () => RightDate.now() + shift

globalThis.Date = new Proxy(RightDate, {
  construct: (target, parameters, self) =>
    Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, self) as Date,
  get: (target, name, self) =>
    name === 'now' ? now : (Reflect.get(target, name, self) as unknown),
})

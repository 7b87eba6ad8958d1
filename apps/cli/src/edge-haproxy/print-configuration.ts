import { haproxyConfiguration } from '@gatehouse/haproxy'
import { type Environment, readSomeSettings } from '@gatehouse/settings'
import { type CommandResult, endWith, type Prerequisite, unmet, withObjects } from '../command.ts'
import { type EdgePlaces, edgeSettingNames, toEdgeOptions } from './to-edge-options.ts'

/** Prints the configuration of an edge for the gateway of these settings. */
export function printConfiguration(
  environment: Environment,
  texts: Readonly<Record<string, string>>,
): CommandResult {
  const places = readPlaces(texts)
  if (!places.ok) return places.result
  const read = readSomeSettings(environment, edgeSettingNames)
  if (!read.ok) return endWith('usage', ...read.mistakes)
  const configuration = haproxyConfiguration(toEdgeOptions(read.value, places.value))
  const lines = configuration.trimEnd().split('\n')
  return withObjects(endWith('done', ...lines), { configuration })
}

const defaultFolder = '/var/lib/gatehouse-edge'

const hostAndPort = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/

function readPlaces({
  bind = '',
  folder = defaultFolder,
  gateways = '',
  metrics,
}: Readonly<Record<string, string>>): Prerequisite<EdgePlaces> {
  const addresses = gateways.split(',').map((address) => address.trim())
  if (/[\r\n]/.test(bind) || bind.trim() === '') {
    return unmet('usage', '--bind must be the parameters of `bind`, in one line.')
  }
  if (!addresses.every((address) => hostAndPort.test(address))) {
    return unmet('usage', '--gateways must be HOST:PORT, separated by commas.')
  }
  // HAProxy reads the path as a part of an expression.
  if (!/^\/[A-Za-z0-9._/-]+$/.test(folder)) {
    return unmet('usage', '--folder must be a whole path of letters, digits and ._/- alone.')
  }
  if (metrics !== undefined && !hostAndPort.test(metrics)) {
    return unmet('usage', '--metrics must be HOST:PORT.')
  }
  return { ok: true, value: { bind, folder, gateways: addresses, metrics } }
}

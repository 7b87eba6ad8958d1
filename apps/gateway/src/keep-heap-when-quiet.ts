import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 leave the heap as it is while there is little to do.
 *
 * When a process has been busy and then quiet for a minute or two, V8 collects everything to give
 * memory back. The shapes of objects that only requests make are garbage then, and the compiled
 * code that relies on them goes too: the next requests run slow code for some seconds, while it is
 * compiled once more.
 *
 * The flag is how many such collections follow one another. It is read each time, so it counts at
 * once. A V8 that does not know it says so on standard error, and goes on.
 */
export function keepHeapWhenQuiet(): void {
  setFlagsFromString('--memory-reducer-gc-count=0')
}

import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 leave the heap as it is while there is little to do.
 *
 * When a process has been busy and then quiet for a minute or two, V8 collects everything to give
 * memory back. The shapes of objects that only requests make are garbage then, and the compiled
 * code that relies on them goes too: the next requests run slow code for some seconds, while it is
 * compiled once more.
 *
 * The first flag is how many such collections follow one another. Without them V8 takes memory for
 * scarce, and collects everything as soon as the heap has grown by a few MiB, which holds up every
 * request for up to a tenth of a second. So the second one lets the heap grow by twice what was
 * alive in it (it is in percent of that). Both are read each time, so they count at once. A V8 that
 * does not know one says so on standard error, and goes on.
 */
export function keepHeapWhenQuiet(): void {
  setFlagsFromString('--memory-reducer-gc-count=0')
  setFlagsFromString('--heap-growing-percent=200')
}

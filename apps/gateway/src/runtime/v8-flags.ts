import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 collect garbage as it suits a process that passes bodies on and is quiet now and then. The
 * flags count from here on, for this process alone; a V8 that does not know one says so on standard
 * error, and goes on.
 */
export function tuneV8(): void {
  collectBuffersEarly()
  keepHeapWhenQuiet()
}

/**
 * Has V8 look for buffers that nothing needs any more after every 20 MiB of new ones, and among the
 * new ones only.
 *
 * Bodies pass through buffers of 64 KiB that are garbage at once. V8 counts them, and of two
 * collections it begins the one whose limit is reached first: that of young objects, which takes a
 * millisecond or two, or the one of everything, which takes fifty. With Node 24 the latter comes
 * first, and took half of the processor time of bodies.
 *
 * The flag is in MiB, for each of which V8 allows four of buffers. It is read whenever a buffer is
 * made, so it counts at once; the size of the heap itself has been settled by then.
 */
function collectBuffersEarly(): void {
  setFlagsFromString('--scavenger-max-new-space-capacity-mb=5')
}

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
 * alive in it (it is in percent of that). Both are read each time, so they count at once.
 */
function keepHeapWhenQuiet(): void {
  setFlagsFromString('--memory-reducer-gc-count=0')
  setFlagsFromString('--heap-growing-percent=200')
}

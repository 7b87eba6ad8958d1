import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 look for buffers that nobody needs any more after every 20 MiB of new ones, and among the
 * new ones only.
 *
 * Bodies pass through buffers of 64 KiB that are garbage at once. V8 counts them, and of two
 * collections it begins the one whose limit is reached first: that of young objects, which takes a
 * millisecond or two, or the one of everything, which takes fifty. With Node 24 the latter comes
 * first, and took half of the processor time of bodies.
 *
 * The flag is in MiB, for each of which V8 allows four of buffers. It is read whenever a buffer is
 * made, so it counts at once; the size of the heap itself has been settled by then. A V8 that does
 * not know it says so on standard error, and goes on.
 */
export function collectBuffersEarly(): void {
  setFlagsFromString('--scavenger-max-new-space-capacity-mb=5')
}

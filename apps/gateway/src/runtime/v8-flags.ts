import { setFlagsFromString } from 'node:v8'

/**
 * Adjusts V8 for a process that passes small requests and long bodies on, and is idle at times. The flags apply
 * to this process from now on; an unknown flag is reported on standard error and ignored.
 */
export function tuneV8(): void {
  compileAsOne()
  collectBuffersEarly()
  keepHeapWhenQuiet()
}

/**
 * Has V8 compile more of a request's way as one function, without calls in between.
 *
 * A request goes through some hundred short functions. V8 puts one into its caller while the bytecode of all that is
 * in there stays below a limit, and only if it is called often enough. Up to that limit it depends on which comes
 * first, so that one process took 10 % longer for each request than the next. Each flag is read when a function is
 * compiled.
 */
function compileAsOne(): void {
  setFlagsFromString('--max-inlined-bytecode-size=1000')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2500')
  setFlagsFromString('--min-inlining-frequency=0.05')
}

/**
 * Makes V8 collect unused buffers after every 20 MiB of new ones, and only among the new ones.
 *
 * Bodies pass through buffers of 64 KiB that are garbage at once. V8 counts them, and starts the collection
 * whose limit is reached first: of young objects, which takes a millisecond or two, or of everything, which
 * takes fifty. With Node 24 the latter came first, and took half of the processor time for bodies.
 *
 * The flag is in MiB, for each of which V8 allows four of buffers. It is read whenever a buffer is made, so
 * it applies at once; the size of the heap itself is already fixed.
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

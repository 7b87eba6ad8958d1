/* Stands in front of libc: each wait for the disk takes SYNC_MILLISECONDS longer, as on a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_longer(void) {
  const char *text = getenv("SYNC_MILLISECONDS");
  long milliseconds = text ? atol(text) : 0;
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

int fdatasync(int fd) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_longer();
  return next(fd);
}

int fsync(int fd) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_longer();
  return next(fd);
}

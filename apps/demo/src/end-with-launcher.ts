// Loaded before each part of the demo: when the launcher is gone, even killed, the part stops too and frees
// its ports.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

/**
 * Engines whose connections have a thread of their own that blocks: the loop that reads, calls back and writes, the acceptor, and the two ports
 * behind which they differ, {@link dev.gearbox.core.blocking.BlockingSocket} (the socket) and {@link dev.gearbox.core.blocking.ConnectionThreads} (the threads). For
 * those who write engines.
 */
package dev.gearbox.core.blocking;

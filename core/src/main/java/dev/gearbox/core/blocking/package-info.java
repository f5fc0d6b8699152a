/**
 * Engines whose connections each have a thread that blocks: the loop that reads, calls back and writes, the acceptor, and the two interfaces that their
 * variants implement, {@link dev.gearbox.core.blocking.BlockingSocket} (the socket) and {@link dev.gearbox.core.blocking.ConnectionThreads} (the threads). For
 * authors of engines.
 */
package dev.gearbox.core.blocking;

/**
 * Engines whose connections have a thread of their own that blocks: the loop that reads, calls back and writes, the acceptor, and the two ports
 * behind which they differ, {@link dev.gearbox.core.blocking.Wire} (the socket) and {@link dev.gearbox.core.blocking.Crew} (the threads). For
 * those who write engines.
 */
package dev.gearbox.core.blocking;

package dev.gearbox.core.spi;

import dev.gearbox.core.sockets.DetachedSocket;

/**
 * A connection on its way to an engine: new from an acceptor or a connector, or live from another engine. A connection is its socket, its
 * session, the bytes that were read and not taken, the bytes that were written and not sent, its timers and tasks, and how far each direction
 * has ended. The socket is here; all the rest is in {@link ConnectionState}, which belongs to no engine and changes hands whole. Taken only
 * between two callbacks.
 *
 * <p>Whoever adopts it answers once: by {@link ConnectionState#open}, if that says true, or by {@link ConnectionState#declined}, with the socket.
 *
 * @param socket nobody's at the moment
 * @param state the rest of the connection, not driven by anyone at the moment
 */
public record Handoff(DetachedSocket socket, ConnectionState state) {}

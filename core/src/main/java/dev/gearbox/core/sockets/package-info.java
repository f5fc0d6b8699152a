/**
 * The forms in which sockets change hands between engines: {@link dev.gearbox.core.sockets.ChannelSocket}, a JDK channel, and {@link
 * dev.gearbox.core.sockets.DescriptorSocket}, a file descriptor; and {@link dev.gearbox.core.sockets.SocketConverter}, which converts between them. For authors
 * of engines.
 */
package dev.gearbox.core.sockets;

/**
 * The forms in which sockets change hands between engines: {@link dev.gearbox.core.sockets.ChannelSocket}, a channel of the JDK's, and {@link
 * dev.gearbox.core.sockets.DescriptorSocket}, a number of the system's; and the one place that makes each of the other, {@link
 * dev.gearbox.core.sockets.SocketConverter}. For those who write engines.
 */
package dev.gearbox.core.sockets;

/** WebSockets (RFC 6455), after the upgrade of an HTTP connection. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.websocket;

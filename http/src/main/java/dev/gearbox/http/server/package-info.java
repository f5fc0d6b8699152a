/** An HTTP/1.1 server over any engine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.server;

/** An HTTP/1.1 client over any engine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.client;

/** Common parts of HTTP/1.1 clients and servers: headers, limits, parsing. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http;

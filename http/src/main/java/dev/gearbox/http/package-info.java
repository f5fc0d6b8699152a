/** What HTTP/1.1 clients and servers share: headers, limits, parsing. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http;

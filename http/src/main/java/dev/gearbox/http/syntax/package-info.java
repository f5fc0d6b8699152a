/** The characters and the header fields of messages, as bytes. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.syntax;

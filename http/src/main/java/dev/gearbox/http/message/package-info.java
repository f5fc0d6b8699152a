/** Messages as they are read and written, for both halves of a connection. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.message;

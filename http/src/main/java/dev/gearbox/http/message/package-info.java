/** Reading and writing of messages, for both halves of a connection. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.message;

/** Reading of messages, and the deadlines and the progress of a connection, for both its halves. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.http.message;

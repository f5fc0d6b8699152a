/** A server under the control of its user: serve, shift and the socket between them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.serve;

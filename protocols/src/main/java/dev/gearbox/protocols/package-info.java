/** Protocols to measure with and to build on, and decorators of protocols. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols;

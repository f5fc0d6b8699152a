/** Protocols for measurements and as building blocks, and decorators of protocols. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols;

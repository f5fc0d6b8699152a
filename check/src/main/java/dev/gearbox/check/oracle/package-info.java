/** Servers with known times. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.oracle;

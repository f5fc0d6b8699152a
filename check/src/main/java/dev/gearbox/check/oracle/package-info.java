/** Servers whose times are known. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.oracle;

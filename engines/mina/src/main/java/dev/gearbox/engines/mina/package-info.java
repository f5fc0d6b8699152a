/** The engine on Apache MINA. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.mina;

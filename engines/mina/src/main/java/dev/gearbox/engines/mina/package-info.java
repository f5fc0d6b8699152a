/** The Apache MINA engine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.mina;

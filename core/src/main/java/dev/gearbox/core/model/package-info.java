/** The descriptions of I/O models, and the specs that select them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.model;

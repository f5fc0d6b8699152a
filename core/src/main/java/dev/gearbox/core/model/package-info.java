/** What an I/O model says of itself, and the specs by which one is asked for. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.model;

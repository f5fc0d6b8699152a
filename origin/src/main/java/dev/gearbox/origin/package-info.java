/** The server of pages that clients are measured against. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.origin;

/** What a check is, and what it may say. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check;

/** Strict reading of data files into records; errors name file and key. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.data;

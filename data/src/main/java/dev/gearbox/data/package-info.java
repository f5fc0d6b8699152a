/** Data files read strictly into records; what is wrong is said with file and key. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.data;

/** Data files decoded strictly, and errors that the person at the terminal can mend. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.data;

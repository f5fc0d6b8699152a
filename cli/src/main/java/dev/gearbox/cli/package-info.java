/** The program: its commands and how they are found. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli;

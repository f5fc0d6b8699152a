/** A server on virtual threads whose handlers write files, to measure how its connections affect one another. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.filecopy.server;

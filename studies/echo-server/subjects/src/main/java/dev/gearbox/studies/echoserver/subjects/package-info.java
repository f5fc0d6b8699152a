/** The main class of the measured servers, and their protocols. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.echoserver.subjects;

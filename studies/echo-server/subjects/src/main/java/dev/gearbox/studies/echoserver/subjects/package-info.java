/** The main of the measured servers, and what they speak. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.echoserver.subjects;

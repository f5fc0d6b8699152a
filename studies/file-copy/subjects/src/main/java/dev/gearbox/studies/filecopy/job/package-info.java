/** The main of the measured JVMs, the rows that they run, and the job: to read or copy files and to check each. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.filecopy.job;

/** The main class of the measured JVMs, the rows that they run, and the job: reading or copying files, and checking each. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.filecopy.job;

/** The styles of concurrency, one file each: which thread calls which service, and when. */
package dev.gearbox.studies.fanoutgateway.style;

/** Starts a gateway from its arguments. */
package dev.gearbox.studies.fanoutgateway.launch;

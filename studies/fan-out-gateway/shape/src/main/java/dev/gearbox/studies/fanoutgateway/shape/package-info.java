/** The shape of a gateway's work: its calls, and which of them wait for which. */
package dev.gearbox.studies.fanoutgateway.shape;

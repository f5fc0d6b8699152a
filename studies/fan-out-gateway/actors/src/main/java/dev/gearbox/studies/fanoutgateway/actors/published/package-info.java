/** The actors of the 2019 article as it published them, with their traps: a second form beside the one that experts would write today. */
package dev.gearbox.studies.fanoutgateway.actors.published;

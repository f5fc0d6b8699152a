/** The join over shared records alone, in memory: on one thread or several. */
package dev.gearbox.studies.fanoutgateway.records;

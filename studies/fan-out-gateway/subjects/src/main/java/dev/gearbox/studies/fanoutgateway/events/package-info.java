/** Events in memory from one producer to several consumers: what a hand-over between threads costs, without requests. */
package dev.gearbox.studies.fanoutgateway.events;

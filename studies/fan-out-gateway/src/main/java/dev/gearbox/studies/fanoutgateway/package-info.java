/** The study of gateways that call four services for each request: its workloads and subjects. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.fanoutgateway;

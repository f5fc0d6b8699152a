/** What every gateway shares, so that a difference between two has one cause: the joins, the answers, the failures, the limits. */
package dev.gearbox.studies.fanoutgateway.gateway;

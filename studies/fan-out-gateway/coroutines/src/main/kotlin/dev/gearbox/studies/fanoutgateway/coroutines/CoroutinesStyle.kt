package dev.gearbox.studies.fanoutgateway.coroutines

import dev.gearbox.studies.fanoutgateway.client.AsyncClient
import dev.gearbox.studies.fanoutgateway.gateway.Composition
import dev.gearbox.studies.fanoutgateway.gateway.Limits
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future

/**
 * Kotlin's coroutines: a coroutine for each request, and in its scope one for each call, which suspends until the non-blocking client has the answer. No
 * thread waits. All run on a dispatcher over the pool that the requests share, not on `Dispatchers.Default`, whose threads are as many as cores.
 *
 * ```
 * server's loop           |launches|                                                  |- writes -|
 * pool, any thread                 |four async|   |p|    |c|    |f|    |a|- joins -|
 * client's loop                               |posts||comments||photos||albums|
 * ```
 *
 * Card: the calls overlap. When one fails, its scope cancels the other three. So does the end of the request's future: the deadline, or a client that is gone.
 * The coroutine of a call that waits for others suspends until they have their answers.
 */
internal class CoroutinesStyle(
    private val client: AsyncClient,
    limits: Limits,
    private val composition: Composition,
) : AsyncStyle {
    private val dispatcher =
        Executors
            .newFixedThreadPool(limits.threads(), Thread.ofPlatform().name("join-", 0).factory())
            .asCoroutineDispatcher()

    /** A request that fails must not cancel the others. */
    private val requests = CoroutineScope(SupervisorJob() + dispatcher)

    override fun name() = "coroutines"

    override fun overview(user: Int): CompletableFuture<ByteArray> =
        requests.future {
            val answers =
                coroutineScope {
                    val calls = mutableListOf<Deferred<ByteArray>>()
                    for (step in composition.calls(user)) {
                        val before = step.after().map { calls[it] }
                        calls += async { client.get(step.target(before.awaitAll())).await() }
                    }
                    calls.awaitAll()
                }
            composition.join(user, answers)
        }

    override fun close() {
        requests.cancel()
        dispatcher.close()
    }
}

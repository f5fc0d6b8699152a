package dev.gearbox.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the JDK's {@link SSLContext} of key stores. Any other context does as well: what matters here is the kind of key manager, since the
 * JDK's default one does not look at the name that a client asks for (SNI).
 */
public final class TlsContexts {
    private TlsContexts() {}

    /**
     * A context for either side. A server with several certificates presents the one whose names (subjectAltName) fit what the client asks
     * for, or any if none does.
     *
     * @param keys certificates and their private keys; null for a client that has none
     * @param password of the private keys; null if there are none
     * @param trust the authorities to trust; null for those of the JDK
     * @throws GeneralSecurityException if the keys cannot be read, as with a wrong password
     */
    public static SSLContext of(@Nullable KeyStore keys, char @Nullable [] password, @Nullable KeyStore trust)
            throws GeneralSecurityException {
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(keys, password);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
        return context;
    }
}

package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys are decrypted when the context is created, and which of them a server uses is decided in each handshake. */
@Timeout(600)
class TlsContextsTest {
    private final TlsFixture ends = new TlsFixture();
    private final TestCertificates authority = ends.authority;

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    private SSLSocket client(SSLContext server, String host) throws Exception {
        InetSocketAddress address = ends.listen(TlsServer.of(server, TlsOptions.DEFAULT, new RecordingEcho()));
        return TlsFixture.secure(ends.client, ends.plain(address), host);
    }

    private static X509Certificate presented(SSLSocket socket) throws Exception {
        socket.startHandshake();
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    /** With the keys out of reach, handshakes can only use those that were decrypted before. */
    @Test
    void keysAreDecryptedOnceAndStillChosenByName() throws Exception {
        List<TestCertificates.Identity> identities =
                List.of(authority.issue("one.test"), authority.issue("two.test"), authority.issue("three.test"));
        KeyStore store = TestCertificates.store(identities.toArray(TestCertificates.Identity[]::new));
        SSLContext server = TlsContexts.of(store, TestCertificates.PASSWORD, authority.trust());
        for (String alias : Collections.list(store.aliases())) {
            store.deleteEntry(alias);
        }
        for (int round = 0; round < 2; round++) {
            for (TestCertificates.Identity identity : identities) {
                String host = identity.certificate()
                        .getSubjectX500Principal()
                        .getName()
                        .substring("CN=".length());
                assertThat(presented(client(server, host))).isEqualTo(identity.certificate());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, RSA", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, EC"})
    void theKeyFitsTheCipherSuite(String suite, String algorithm) throws Exception {
        SSLSocket client = client(
                authority.context(authority.issueRsa("server.test"), authority.issue("server.test")), "server.test");
        client.setEnabledProtocols(new String[] {"TLSv1.2"});
        client.setEnabledCipherSuites(new String[] {suite});
        assertThat(presented(client).getPublicKey().getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void aValidCertificateIsPreferredToAnExpiredOne() throws Exception {
        TestCertificates.Identity valid = authority.issue("server.test");
        SSLContext server = authority.context(authority.issueExpired("server.test"), valid);
        assertThat(presented(client(server, "server.test"))).isEqualTo(valid.certificate());
    }

    @Test
    void aTrustedCertificateAmongTheKeysIsIgnored() throws Exception {
        TestCertificates.Identity own = authority.issue("server.test");
        KeyStore store = TestCertificates.store(own);
        store.setCertificateEntry("a friend", authority.issue("friend.test").certificate());
        SSLContext server = TlsContexts.of(store, TestCertificates.PASSWORD, authority.trust());
        assertThat(presented(client(server, "server.test"))).isEqualTo(own.certificate());
    }

    @Test
    void aWrongPasswordIsReportedAtOnce() throws Exception {
        KeyStore store = TestCertificates.store(authority.issue("server.test"));
        assertThatThrownBy(() -> TlsContexts.of(store, "wrong".toCharArray(), authority.trust()))
                .isInstanceOf(UnrecoverableKeyException.class);
    }
}
